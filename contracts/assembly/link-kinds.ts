/** Without schemas: the pages of the app name kinds of links and parts before any form is opened. */
export const partKinds = ['component', 'motor', 'sensor'] as const
export type PartKind = (typeof partKinds)[number]
export type LinkKind = PartKind | 'subassembly'

export const quantityLimits = { min: 1, max: 1_000_000 } as const
/** As many as one command changes. */
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

/** What can stand in a stykkliste. */
export const linkedEntities = kindsOfLink.map((kind) => linkKinds[kind].entity)
