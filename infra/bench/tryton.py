"""The same BOM in Tryton (tryton-server, tryton-modules-production), for npm run bench:bom.

Takes the connection string of a Postgres server, a JSON file
{top, products, links: [[from, to, quantity]], sample, seconds} and a name for the database; prints one line of JSON
with what it took. The assemblies from number `sample` on, with all that is in them, are created and timed through
Tryton's models, the rest is copied into their tables. Server calls in this process, no RPC, a fresh transaction each.
Exits with 77 where Tryton is not installed.
"""
import json
import logging
import signal
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

# No folder of its own making beside these files.
sys.dont_write_bytecode = True

from tryton_bulk import fill, row_counts  # noqa: E402
from tryton_check import check  # noqa: E402
from tryton_models import create_boms, create_products  # noqa: E402


def make_database():
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


def in_batches(rows, size):
    for start in range(0, len(rows), size):
        yield rows[start:start + size]


def import_products(pool, numbers):
    products = {}
    start = time.perf_counter()
    for batch in in_batches(numbers, 500):
        with Transaction().start(name, 1) as transaction:
            products.update(create_products(pool, batch))
            transaction.commit()
    return products, len(numbers) / (time.perf_counter() - start)


def import_boms(pool, products, inputs):
    start = time.perf_counter()
    # From the bottom up, as its check for recursion is quickest.
    for parents in in_batches(sorted(inputs, reverse=True), 200):
        with Transaction().start(name, 1) as transaction:
            create_boms(pool, products, {parent: inputs[parent] for parent in parents})
            transaction.commit()
    return sum(map(len, inputs.values())) / (time.perf_counter() - start)


def contents(links):
    inputs = {}
    for parent, child, quantity in links:
        inputs.setdefault(parent, []).append((child, quantity))
    return inputs


def sample_of(inputs, first):
    """The assemblies from number `first` on, and all that is in them."""
    pending = [parent for parent in inputs if parent >= first]
    found = set()
    while pending:
        number = pending.pop()
        if number not in found:
            found.add(number)
            pending.extend(child for child, _ in inputs.get(number, ()))
    return sorted(found)


def tree_of(pool, product, seconds):
    """What the tree took, or nothing but that where it took longer than so many seconds."""
    def stop(*_):
        raise TimeoutError
    signal.signal(signal.SIGALRM, stop)
    with Transaction().start(name, 1, readonly=True):
        record = pool.get('product.product')(product)
        start = time.perf_counter()
        signal.alarm(seconds)
        try:
            tree = pool.get('production.bom.tree').tree(record, 1, record.default_uom)
            totals = {}
            pending = list(tree)
            lines = 0
            while pending:
                line = pending.pop()
                lines += 1
                totals[line['product']] = totals.get(line['product'], 0) + line['quantity']
                pending.extend(line['childs'])
        except TimeoutError:
            return None
        finally:
            signal.alarm(0)
        return {
            'milliseconds': (time.perf_counter() - start) * 1000,
            'lines': lines,
            'items': len(totals),
            'pieces': sum(totals.values()),
        }


def main():
    with open(path) as file:
        bom = json.load(file)
    pool = make_database()
    inputs = contents(bom['links'])
    sampled = set(sample_of(inputs, bom['sample']))
    sample = {parent: inputs[parent] for parent in inputs if parent in sampled}
    rest = {parent: inputs[parent] for parent in inputs if parent not in sampled}
    connection = psycopg2.connect(f'{server.rsplit("/", 1)[0]}/{name}')
    before = row_counts(connection)
    products, products_per_second = import_products(pool, sorted(sampled))
    links_per_second = import_boms(pool, products, sample)
    numbers = [number for number in range(1, bom['products'] + 1) if number not in sampled]
    if numbers:
        products.update(fill(connection, before, products, numbers, rest))
        with Transaction().start(name, 1) as transaction:
            check(pool, transaction.connection, products, numbers, rest)
            transaction.rollback()
    connection.close()
    print(json.dumps({
        'products': len(sampled),
        'productsPerSecond': products_per_second,
        'links': sum(map(len, sample.values())),
        'linksPerSecond': links_per_second,
        'tree': tree_of(pool, products[bom['top']], bom['seconds']),
    }))


main()
