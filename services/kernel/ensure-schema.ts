import { sql, type CommonQueryMethods } from 'slonik'

/** `create schema if not exists` asks for the right to make schemas, also where there is nothing to make. */
export const ensureSchema = async (
  tx: Pick<CommonQueryMethods, 'exists' | 'query'>,
  name: string,
): Promise<void> => {
  if (await tx.exists(sql.unsafe`select from pg_namespace where nspname = ${name}`)) return
  await tx.query(sql.unsafe`create schema ${sql.identifier([name])}`)
}
