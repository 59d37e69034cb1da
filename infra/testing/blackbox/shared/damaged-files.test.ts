import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { signIn } from '#infra/rest/client.ts'
import { png } from '#command/objects/testing/files.ts'
import { administrator } from '../system.ts'
import { sharedSystem } from '../shared-system.ts'

const run = promisify(execFile)

const verify = async (dataDir: string): Promise<{ code: number; output: string }> => {
  const options = {
    cwd: new URL('../../../..', import.meta.url),
    env: { ...process.env, DATA_DIR: dataDir },
  }
  try {
    const { stdout } = await run(process.execPath, ['infra/scripts/verify.ts'], options)
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}

test('damaged files are refused by name, and verify finds them', async (t) => {
  const { base, dataDir } = await sharedSystem()
  const client = await signIn(base, administrator.username, administrator.password)
  const upload = async (comment: string): Promise<string> => {
    const form = new FormData()
    form.set('kind', 'image')
    form.set('file', new Blob([new Uint8Array(png(comment))], { type: 'image/png' }), 'bilde.png')
    const { body } = await client.upload('/api/objects/upload', form)
    return (body as { objectPath: string }).objectPath
  }
  const paths: string[] = []
  for (const comment of ['vippet', 'kuttet', 'uten opplysninger', 'borte', 'hel']) {
    const image = await upload(comment)
    paths.push(image)
    const reply = await client('POST', '/api/componenttypes', { description: comment, image })
    t.equal(reply.status, 201)
  }
  const intact = await verify(dataDir)
  t.equal(intact.code, 0, intact.output)
  const [, files] = /Filene er hele: (\d+) kontrollert\./.exec(intact.output) ?? []
  t.ok(Number(files) >= paths.length, intact.output)

  const [flipped, cut, garbage, gone] = paths.map((path) => {
    const name = path.slice(-36)
    return join(dataDir, 'files', name.slice(0, 2), name.slice(2, 4), name)
  }) as [string, string, string, string]
  const backup = [flipped, cut, garbage, gone]
    .flatMap((path) => [path, `${path}.json`])
    .map((path) => ({ path, bytes: readFileSync(path) }))
  const content = readFileSync(flipped)
  content[20]! ^= 1
  writeFileSync(flipped, content)
  writeFileSync(cut, content.subarray(0, 30))
  writeFileSync(`${garbage}.json`, '\0\0\0')
  rmSync(gone)

  for (const path of paths.slice(0, 3))
    t.match(await client('GET', path), { status: 500, body: { success: false, code: 'DAMAGED' } })
  t.equal((await client('GET', paths[3]!)).status, 404)
  const log = readFileSync(join(dataDir, 'logs', 'command.log'), 'utf8')
  for (const [place, damage] of ['content', 'size', 'facts'].entries())
    t.match(log, `File ${paths[place]!.slice(-36)} is damaged: ${damage}`)

  const { code, output } = await verify(dataDir)
  t.equal(code, 1)
  for (const [place, words] of [
    'et annet innhold enn da den kom',
    'en annen lengde enn da den kom',
    'opplysningene om filen er uleselige',
    'filen er borte',
  ].entries())
    t.match(
      output,
      new RegExp(`SKADET ${paths[place]!}: .*${words}. Brukt av komponent \\d+ \\(Bilde\\)`),
    )
  t.match(output, `4 av ${files} filer er skadet eller borte.`)

  for (const { path, bytes } of backup) writeFileSync(path, bytes)
  for (const path of paths) t.equal((await client('GET', path)).status, 200, 'mended by a backup')
  t.equal((await verify(dataDir)).code, 0, 'for the tests that share the system too')
})
