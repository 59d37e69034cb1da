"""The same BOM in Tryton (tryton-server, tryton-modules-production), for npm run bench:bom.

Takes the connection string of a Postgres server and a JSON file {top, products, links: [[from, to, quantity]]};
prints one line of JSON with what it took. Server calls in this process, no RPC, a fresh transaction each.
Exits with 77 where Tryton is not installed.
"""
import json
import logging
import sys
import time
from urllib.parse import urlsplit

try:
    import trytond  # noqa: F401
    from trytond.config import config
except ImportError:
    print('Tryton is not installed here: left out', file=sys.stderr)
    sys.exit(77)

server, path, name = sys.argv[1:4]
address = urlsplit(server)
config.set('database', 'uri', f'postgresql://{address.netloc}/')
config.set('database', 'language', 'en')
logging.disable(logging.WARNING)

from trytond import backend  # noqa: E402
from trytond.pool import Pool  # noqa: E402
from trytond.transaction import Transaction  # noqa: E402

import psycopg2  # noqa: E402


def make_database():
    with psycopg2.connect(server) as _:
        pass
    connection = psycopg2.connect(server)
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(f'drop database if exists {name} with (force)')
        cursor.execute(f'create database {name} template template0')
    connection.close()
    database = backend.Database(name)
    database.connect()
    database.init()
    Pool.start()
    pool = Pool(name)
    pool.init(update=['ir', 'res'], lang=['en'])
    with Transaction().start(name, 0):
        module = pool.get('ir.module')
        module.update_list()
    pool.init(update=['production'], lang=['en'], activatedeps=True)
    return pool


def in_batches(rows, size=500):
    for start in range(0, len(rows), size):
        yield rows[start:start + size]


def import_products(pool, count):
    products = {}
    start = time.perf_counter()
    for ids in in_batches(list(range(1, count + 1))):
        with Transaction().start(name, 1) as transaction:
            unit = pool.get('product.uom').search([('name', '=', 'Unit')])[0]
            templates = pool.get('product.template').create([{
                'name': f'Product {id}',
                'type': 'goods',
                'default_uom': unit.id,
                'producible': True,
                'products': [('create', [{'code': str(id)}])],
            } for id in ids])
            for id, template in zip(ids, templates):
                products[id] = template.products[0].id
            transaction.commit()
    return products, count / (time.perf_counter() - start)


def import_boms(pool, products, links):
    inputs = {}
    for parent, child, quantity in links:
        inputs.setdefault(parent, []).append((child, quantity))
    start = time.perf_counter()
    # From the bottom up, as its check for recursion is quickest.
    for parents in in_batches(sorted(inputs, reverse=True), 200):
        with Transaction().start(name, 1) as transaction:
            unit = pool.get('product.uom').search([('name', '=', 'Unit')])[0]
            boms = pool.get('production.bom').create([{
                'name': f'BOM {parent}',
                'inputs': [('create', [
                    {'product': products[child], 'quantity': quantity, 'uom': unit.id}
                    for child, quantity in inputs[parent]])],
                'outputs': [('create', [
                    {'product': products[parent], 'quantity': 1, 'uom': unit.id}])],
            } for parent in parents])
            pool.get('product.product-production.bom').create([
                {'product': products[parent], 'bom': bom.id}
                for parent, bom in zip(parents, boms)])
            transaction.commit()
    return len(links) / (time.perf_counter() - start)


def tree_of(pool, product):
    with Transaction().start(name, 1, readonly=True):
        record = pool.get('product.product')(product)
        start = time.perf_counter()
        tree = pool.get('production.bom.tree').tree(record, 1, record.default_uom)
        totals = {}
        pending = list(tree)
        while pending:
            line = pending.pop()
            totals[line['product']] = totals.get(line['product'], 0) + line['quantity']
            pending.extend(line['childs'])
        return (time.perf_counter() - start) * 1000, len(totals), sum(totals.values())


def main():
    with open(path) as file:
        bom = json.load(file)
    pool = make_database()
    products, products_per_second = import_products(pool, bom['products'])
    links_per_second = import_boms(pool, products, bom['links'])
    times = sorted(tree_of(pool, products[bom['top']]) for _ in range(bom.get('rounds', 1)))
    milliseconds, items, pieces = times[len(times) // 2]
    print(json.dumps({
        'productsPerSecond': products_per_second,
        'linksPerSecond': links_per_second,
        'treeMilliseconds': milliseconds,
        'items': items,
        'pieces': pieces,
    }))


main()
