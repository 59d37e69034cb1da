"""Whether rows that were copied into Tryton's tables are what its models would have made of the same."""
from tryton_models import create_boms, create_products

COMPARED = 20
OWN = {'id', 'create_date', 'write_date', 'rec_blurb'}


def family(pool, product):
    """The records that belong to a product, model by model."""
    record = pool.get('product.product')(product)
    boms = [link.bom for link in record.boms]
    return {
        'product.template': [record.template],
        'product.product': [record],
        'product.cost_price': pool.get('product.cost_price').search([('product', '=', product)]),
        'product.cost_price_method': pool.get('product.cost_price_method').search(
            [('template', '=', record.template.id)]),
        'product.product-production.bom': record.boms,
        'production.bom': boms,
        'production.bom.input': [line for bom in boms for line in bom.inputs],
        'production.bom.output': [line for bom in boms for line in bom.outputs],
    }


def described(pool, product):
    """All that the models answer about a product, its own records by their places rather than their ids."""
    records = family(pool, product)
    places = {
        (model, record.id): f'own {place}'
        for model, own in records.items() for place, record in enumerate(own)}

    def placed(model, value):
        if isinstance(value, (list, tuple)):
            return [placed(model, one) for one in value]
        return places.get((model, value), value)

    found = {}
    for model, own in records.items():
        fields = {key: field for key, field in pool.get(model)._fields.items() if key not in OWN}
        for row in pool.get(model).read([record.id for record in own], list(fields)):
            for key, field in fields.items():
                target = field.get_target().__name__ if hasattr(field, 'get_target') else None
                # Where a model has no name, its records are called by their ids.
                if not (key == 'rec_name' and row[key] == str(row['id'])):
                    found[places[model, row['id']], model, key] = placed(target, row[key])
    return found


def check(pool, connection, products, numbers, inputs):
    """To be rolled back. Compares some products and some assemblies, the lowest and so the quickest to make."""
    parts = [number for number in numbers if number not in inputs][:COMPARED]
    for number in sorted(inputs)[-COMPARED:] + parts:
        copied = described(pool, products[number])
        with connection.cursor() as cursor:
            # Two active products cannot have the same code.
            cursor.execute(
                'update product_product set active = false where id = %s', (products[number],))
        made = create_products(pool, [number])
        if number in inputs:
            create_boms(pool, products | made, {number: inputs[number]})
        expected = described(pool, made[number])
        if copied != expected:
            different = [key for key in expected.keys() | copied.keys()
                         if expected.get(key) != copied.get(key)]
            raise RuntimeError(f'Product {number} differs in {different}')
