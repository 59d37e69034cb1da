"""Products and BOMs created as Tryton's own clients do it: through its models, with all their checks."""


def create_products(pool, numbers):
    unit = pool.get('product.uom').search([('name', '=', 'Unit')])[0]
    templates = pool.get('product.template').create([{
        'name': f'Product {number}',
        'type': 'goods',
        'default_uom': unit.id,
        'producible': True,
        'products': [('create', [{'suffix_code': str(number)}])],
    } for number in numbers])
    return {number: template.products[0].id for number, template in zip(numbers, templates)}


def create_boms(pool, products, inputs):
    unit = pool.get('product.uom').search([('name', '=', 'Unit')])[0]
    boms = pool.get('production.bom').create([{
        'name': f'BOM {parent}',
        'inputs': [('create', [
            {'product': products[child], 'quantity': quantity, 'uom': unit.id}
            for child, quantity in children])],
        'outputs': [('create', [
            {'product': products[parent], 'quantity': 1, 'uom': unit.id}])],
    } for parent, children in inputs.items()])
    pool.get('product.product-production.bom').create([
        {'product': products[parent], 'bom': bom.id}
        for parent, bom in zip(inputs, boms)])
    return {parent: bom.id for parent, bom in zip(inputs, boms)}
