import { z } from 'zod'
import { attributeAnswer } from './attributes.ts'
import { keyedBy, kindsOfLink, partKinds, pathOf, totalKey } from './link-kinds.ts'

const bomDetail = z.strictObject({
  id: z.int().describe('Delens id'),
  description: z.string().nullable(),
  supplierArticlenumber: z.string().nullable(),
  itoArticlenumber: z.string().nullable(),
  quantity: z.int(),
})
export type BomDetail = z.output<typeof bomDetail>
const subassemblyDetail = bomDetail.extend({ name: z.string().nullable() })

/** What an assembly's answer holds of a linked record. */
export const detailKeys: readonly string[] = Object.keys(subassemblyDetail.shape)

export const assemblyParts = {
  attributes: z.array(attributeAnswer),
  bomSummary: z.strictObject(keyedBy(kindsOfLink, totalKey, () => z.int())),
  bomDetails: z.strictObject({
    ...keyedBy(partKinds, pathOf, () => z.array(bomDetail)),
    subassemblies: z.array(subassemblyDetail),
  }),
}
export type AssemblyParts = {
  readonly [Key in keyof typeof assemblyParts]: z.output<(typeof assemblyParts)[Key]>
}
