export const roles = {
  leser: { label: 'Leser', may: ['read', 'export'] },
  redaktør: { label: 'Redaktør', may: ['read', 'export', 'edit', 'history'] },
  revisor: { label: 'Revisor', may: ['read', 'export', 'history', 'audit'] },
  administrator: {
    label: 'Administrator',
    may: ['read', 'export', 'edit', 'history', 'audit', 'log', 'admin'],
  },
} as const satisfies Record<string, { label: string; may: readonly Permission[] }>

export type Role = keyof typeof roles

// read: catalogue, BOM, files; export: downloads; edit: commands, imports, uploads; history: also answers as of an
// instant; audit: journal, proofs; log: security log; admin: users, roles
export type Permission = 'read' | 'export' | 'edit' | 'history' | 'audit' | 'log' | 'admin'

export const may = (role: Role, permission: Permission): boolean =>
  (roles[role].may as readonly Permission[]).includes(permission)

const isWithin = (inner: Role, outer: Role): boolean =>
  roles[inner].may.every((permission) => may(outer, permission))

export const lesserRole = (one: Role, other: Role): Role => {
  if (isWithin(one, other)) return one
  return isWithin(other, one) ? other : 'leser'
}

export const allRoles = Object.keys(roles) as Role[]

export const rolesWithin = (role: Role): Role[] => allRoles.filter((one) => isWithin(one, role))

export const roleNames = (some: readonly Role[]) =>
  Object.fromEntries(some.map((one) => [one, roles[one].label]))
