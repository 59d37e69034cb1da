import { z } from 'zod'
import { attributeAnswer } from './attributes.ts'

const bomDetail = z.strictObject({
  id: z.int().describe('Delens id'),
  description: z.string().nullable(),
  supplierArticlenumber: z.string().nullable(),
  itoArticlenumber: z.string().nullable(),
  quantity: z.int(),
})
export type BomDetail = z.output<typeof bomDetail>

export const assemblyParts = {
  attributes: z.array(attributeAnswer),
  bomSummary: z.strictObject({
    totalComponents: z.int(),
    totalMotors: z.int(),
    totalSensors: z.int(),
    totalSubassemblies: z.int(),
  }),
  bomDetails: z.strictObject({
    components: z.array(bomDetail),
    motors: z.array(bomDetail),
    sensors: z.array(bomDetail),
    subassemblies: z.array(bomDetail.extend({ name: z.string().nullable() })),
  }),
}
export type AssemblyParts = {
  readonly [Key in keyof typeof assemblyParts]: z.output<(typeof assemblyParts)[Key]>
}
