/** What a Postgres integer holds. Ids are such. */
export const largestInteger = 2_147_483_647
