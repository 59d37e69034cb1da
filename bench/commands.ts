import { Pool } from 'undici'
import { asUser } from '#kernel/testing/requests.ts'
import { best, more, perSecond, type Benchmark } from './frame.ts'
import { rawAppends, withSystem } from './system.ts'

const connections = 64
const seconds = 5

/** Creates components over HTTP, compared with raw appends to the same store. */
export const commands: Benchmark = () =>
  withSystem(async ({ running }) => {
    const pool = new Pool(running.commandUrl, { connections })
    const headers = {
      ...asUser(),
      'x-internal-token': running.internalToken,
      'content-type': 'application/json',
    }
    let count = 0
    const create = async () => {
      const n = ++count
      const body = JSON.stringify({
        description: `Sylinderskrue M8×${n}`,
        supplierArticlenumber: `DIN912-${n}`,
        itoArticlenumber: `K-${n}`,
        unit: 'stk',
        tags: ['fest', 'M8'],
      })
      const reply = await pool.request({
        method: 'POST',
        path: '/api/componenttypes',
        headers,
        body,
      })
      await reply.body.dump()
      if (reply.statusCode !== 201) throw new Error(`A command was answered ${reply.statusCode}`)
    }
    // Warm-up: wait until the JIT compilers of all processes are done.
    await perSecond(connections, seconds, create)
    await rawAppends(running.eventstoreUrl, seconds)
    const took = await best(3, {
      commands: async () => 1 / (await perSecond(connections, seconds, create)),
      raw: async () => 1 / (await rawAppends(running.eventstoreUrl, seconds)),
    })
    await pool.close()
    const rates = [1 / took.commands, 1 / took.raw] as const
    return [more('commands over HTTP, 64 connections / raw appends', 'a second', rates, 0.5)]
  })
