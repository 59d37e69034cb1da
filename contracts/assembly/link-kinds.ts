/** No zod here: the web app's first bundle imports this file. */
export const partKinds = ['component', 'motor', 'sensor'] as const
export type PartKind = (typeof partKinds)[number]
export type LinkKind = PartKind | 'subassembly'

export const quantityLimits = { min: 1, max: 1_000_000 } as const
export const mostLines = 1_000
export const longestFileName = 200

export const linkKinds = {
  component: {
    path: 'components',
    idKey: 'componentId',
    record: 'component',
    entity: 'componenttypes',
  },
  motor: { path: 'motors', idKey: 'motorId', record: 'motor', entity: 'motortypes' },
  sensor: { path: 'sensors', idKey: 'sensorId', record: 'sensor', entity: 'sensortypes' },
  subassembly: {
    path: 'subassemblies',
    idKey: 'childAssemblyId',
    record: 'childAssembly',
    entity: 'assemblytypes',
  },
} as const satisfies Record<LinkKind, object>

export const kindsOfLink: readonly LinkKind[] = [...partKinds, 'subassembly']

export const linkedEntities = kindsOfLink.map((kind) => linkKinds[kind].entity)
