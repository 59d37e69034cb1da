"""Products and BOMs copied into Tryton's tables: rows like those its models made, but for what names them."""
import io

OF_PRODUCTS = {
    'product_template', 'product_product', 'product_cost_price', 'product_cost_price_method'}
OF_BOMS = {
    'production_bom', 'production_bom_input', 'production_bom_output',
    'product_product-production_bom'}
FILLED = OF_PRODUCTS | OF_BOMS | {'ir_translation'}


def row_counts(connection):
    with connection, connection.cursor() as cursor:
        cursor.execute('select tablename from pg_tables where schemaname = current_schema()')
        counts = {}
        for (table,) in cursor.fetchall():
            cursor.execute(f'select count(*) from "{table}"')
            counts[table] = cursor.fetchone()[0]
        return counts


def copied(cursor, table, columns, rows):
    text = io.StringIO(''.join('\t'.join(map(str, row)) + '\n' for row in rows))
    cursor.copy_from(text, table, columns=columns)


def alike(cursor, table, made, source, **changed):
    """A row for each of the source's, in its order, like the one that `made` finds but for the changed columns."""
    cursor.execute(
        'select column_name from information_schema.columns'
        " where table_schema = current_schema() and table_name = %s and column_name <> 'id'",
        (table,))
    values = {column: f'made."{column}"' for (column,) in cursor.fetchall()} | changed
    columns = ', '.join(f'"{column}"' for column in values)
    cursor.execute(
        f'insert into "{table}" ({columns}) select {", ".join(values.values())}'
        f' from {source} cross join (select * from "{table}" where {made} order by id limit 1) made'
        ' order by place')


def fill_products(cursor, numbers, product):
    cursor.execute('select template from product_product where id = %s', (product,))
    template, = cursor.fetchone()
    cursor.execute(
        'create temporary table new_product (place serial, number integer,'
        " template integer default nextval('product_template_id_seq'),"
        " product integer default nextval('product_product_id_seq'))")
    copied(cursor, 'new_product', ['number'], ([number] for number in numbers))
    name = "'Product ' || number"
    alike(cursor, 'product_template', f'id = {template}', 'new_product', id='new_product.template', name=name)
    alike(
        cursor, 'product_product', f'id = {product}', 'new_product', id='new_product.product',
        template='new_product.template', code='number::text', suffix_code='number::text')
    alike(
        cursor, 'product_cost_price', f'product = {product}', 'new_product',
        product='new_product.product')
    alike(
        cursor, 'product_cost_price_method', f'template = {template}', 'new_product',
        template='new_product.template')
    alike(
        cursor, 'ir_translation', f"name = 'product.template,name' and res_id = {template}",
        'new_product', res_id='new_product.template', src=name, value=name)
    cursor.execute('select number, product from new_product')
    return dict(cursor.fetchall())


def fill_boms(cursor, products, inputs):
    cursor.execute(
        'create temporary table new_bom (place serial, number integer, parent integer,'
        " bom integer default nextval('production_bom_id_seq'))")
    cursor.execute(
        'create temporary table new_line'
        ' (place serial, number integer, child integer, quantity integer)')
    parents = [[number, products[number]] for number in inputs]
    copied(cursor, 'new_bom', ['number', 'parent'], parents)
    copied(cursor, 'new_line', ['number', 'child', 'quantity'], (
        [number, products[child], quantity]
        for number, lines in inputs.items() for child, quantity in lines))
    cursor.execute('select min(id) from production_bom')
    bom, = cursor.fetchone()
    name = "'BOM ' || number"
    alike(cursor, 'production_bom', f'id = {bom}', 'new_bom', id='new_bom.bom', name=name)
    alike(
        cursor, 'production_bom_input', f'bom = {bom}', 'new_line join (select number, bom from new_bom) parents using (number)',
        bom='parents.bom', product='child', quantity='new_line.quantity')
    alike(
        cursor, 'production_bom_output', f'bom = {bom}', 'new_bom', bom='new_bom.bom',
        product='parent')
    alike(
        cursor, 'product_product-production_bom', f'bom = {bom}', 'new_bom', bom='new_bom.bom',
        product='parent')
    alike(
        cursor, 'ir_translation', f"name = 'production.bom,name' and res_id = {bom}", 'new_bom',
        res_id='new_bom.bom', src=name, value=name)


def fill(connection, before, products, numbers, inputs):
    """Fills exactly the tables in which the models made rows since `before`; answers the new products."""
    after = row_counts(connection)
    grown = {table for table in after if after[table] != before.get(table)}
    if grown != FILLED:
        raise RuntimeError(f'Tryton writes {sorted(grown)}, filled would be {sorted(FILLED)}')
    with connection, connection.cursor() as cursor:
        new = fill_products(cursor, numbers, next(iter(products.values())))
        fill_boms(cursor, products | new, inputs)
        cursor.execute('analyze')
        return new
