import type { Entity, EntityName } from '../entity.ts'
import { assembly } from './assembly.ts'
import { component } from './component.ts'
import { manufacturer } from './manufacturer.ts'
import { motor } from './motor.ts'
import { project } from './project.ts'
import { sensor } from './sensor.ts'
import { supplier } from './supplier.ts'

export { assembly, component, manufacturer, motor, project, sensor, supplier }

/** Every catalogue entity, in the order in which references can be filled in. */
export const entities: readonly Entity[] = [
  project,
  supplier,
  manufacturer,
  component,
  motor,
  sensor,
  assembly,
]

export const entityNamed = (name: EntityName): Entity =>
  entities.find((entity) => entity.name === name)!
