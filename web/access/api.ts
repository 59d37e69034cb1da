export const accountPath = '/api/access/account'
export const tokensPath = '/api/access/tokens'
export const usersPath = '/api/access/users'
export const userPath = (id: string): string => `${usersPath}/${id}`
