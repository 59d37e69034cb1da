import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { wholeNumber } from '#kernel/params.ts'

export const position = z.string().regex(/^\d{1,18}$/, 'Må være en plass i hendelsesloggen')

export const page = z.object({
  limit: wholeNumber(1, 500).default(50),
  before: position.optional().describe('Bare det som er eldre: X-Next-Before fra forrige side'),
})

/** Takes one item more than shown, to know if there is a next page. */
export const onePage = <Item extends { readonly position: string }>(
  reply: FastifyReply,
  found: readonly Item[],
  limit: number,
): readonly Item[] => {
  const items = found.slice(0, limit)
  if (found.length > limit) void reply.header('x-next-before', items.at(-1)!.position)
  return items
}
