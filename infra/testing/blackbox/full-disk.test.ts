import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { smallDiskProblem, startOnSmallDisk } from '#infra/testing/faults/small-disk.ts'
import { signIn } from '#infra/rest/client.ts'
import { administrator } from './system.ts'

const timeout = 180_000

/** Polls until `isSo`. Returns the last answer if that never happens. */
const pollUntil = async <T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> => {
  for (const end = Date.now() + timeout; ; await sleep(250)) {
    const answer = await ask()
    if (isSo(answer) || Date.now() > end) return answer
  }
}

const skip = smallDiskProblem() ?? false

test('on a full disk reads go on, and the system recovers by itself', { skip }, async (t) => {
  const disk = await startOnSmallDisk(500)
  t.teardown(() => disk.stop())
  const client = await signIn(disk.base, administrator.username, administrator.password)
  const add = (description: string) => client('POST', '/api/componenttypes', { description })
  const list = () => client('GET', '/api/componenttypes')
  const health = () => client('GET', '/api/health')
  const acknowledged: number[] = []
  const added = async (description: string) => {
    const answer = await add(description)
    if (answer.status === 201) acknowledged.push((answer.body as { data: { id: number } }).data.id)
    return answer
  }
  t.equal((await added('før')).status, 201)

  await t.test('commands are refused with a message before anything fails', async (t) => {
    await disk.fill(60)
    const refused = await pollUntil(
      () => added('nå'),
      ({ status }) => status !== 201,
    )
    t.match(refused, { status: 503, body: { code: 'UNAVAILABLE', error: /^Lite diskplass/ } })
    const unhealthy = await pollUntil(health, ({ status }) => status !== 200)
    t.match(unhealthy, { status: 503, body: { reason: /Lite diskplass/ } })
    t.equal((await list()).status, 200)
  })

  await t.test('a file that does not fit is refused before it is sent', async (t) => {
    const form = new FormData()
    form.set('kind', 'drawing')
    form.set('file', new Blob([new Uint8Array(10_000_000)], { type: 'image/png' }), 'bilde.png')
    t.match(await client.upload('/api/objects/upload', form), {
      status: 503,
      body: { error: /^Det er ikke plass til filen/ },
    })
  })

  await t.test('reads go on when no byte is free and the database was killed', async (t) => {
    await disk.fill(0)
    await sleep(2_500)
    t.equal((await list()).status, 200)
    await disk.fill(0)
    const [postmaster] = readFileSync(
      join(disk.inside, 'postgres/cluster/postmaster.pid'),
      'utf8',
    ).split('\n')
    process.kill(Number(postmaster), 'SIGKILL')
    await sleep(1_000)
    const answer = await pollUntil(list, ({ status }) => status === 200)
    t.match(answer, { status: 200 })
  })

  await t.test('commands are accepted again once there is space', async (t) => {
    await disk.clear()
    const answer = await pollUntil(
      () => added('etter'),
      ({ status }) => status === 201,
    )
    t.equal(answer.status, 201)
    t.equal((await pollUntil(health, ({ status }) => status === 200)).status, 200)
    const { body } = await list()
    const ids = (body as { data: { id: number }[] }).data.map(({ id }) => id)
    t.same(
      acknowledged.filter((id) => !ids.includes(id)),
      [],
      'nothing that was acknowledged is lost',
    )
  })
})
