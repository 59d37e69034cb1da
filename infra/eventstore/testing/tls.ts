import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TlsOptions } from 'node:tls'
import { status } from '@grpc/grpc-js'
import { RpcError } from '../server/rpc-error.ts'
import type { TestStore } from './store.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

export const noCertificates =
  spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not on this machine'

export const withTls = async (t: Test, target: number, options: TlsOptions): Promise<number> => {
  const server = createServer({ ...options, ALPNProtocols: ['h2'] }, (near) => {
    const far = connectTcp(target, '127.0.0.1')
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => void server.close())
  return (server.address() as { port: number }).port
}

const ownCertificate = (t: Test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-tls-'))
  t.teardown(async () => rmSync(folder, { recursive: true, force: true }))
  const [ca, key] = [join(folder, 'ca.crt'), join(folder, 'key.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const what = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  spawnSync('openssl', ['req', ...what, '-addext', names, '-keyout', key, '-out', ca])
  return { ca, options: { key: readFileSync(key), cert: readFileSync(ca) } }
}

const methods = ['Append', 'BatchAppend', 'Read'] as const

/** Others get UNAUTHENTICATED (16), `mayNothing` gets PERMISSION_DENIED (7). */
const onlyFor = (store: TestStore, account: string, mayNothing = ''): void => {
  const basic = (who: string) => `Basic ${Buffer.from(who).toString('base64')}`
  for (const method of methods)
    store.misbehave(method, async (call, proper) => {
      const [said] = call.metadata.get('authorization')
      if (said === basic(mayNothing)) throw new RpcError(status.PERMISSION_DENIED, 'Access Denied')
      if (said !== basic(account)) throw new RpcError(status.UNAUTHENTICATED, 'Unauthenticated')
      return proper(call)
    })
}

/** `guest:secret` is a valid account without rights. */
export const secured = async (t: Test, store: TestStore) => {
  const { ca, options } = ownCertificate(t)
  const port = await withTls(t, store.port, options)
  onlyFor(store, 'admin:secret', 'guest:secret')
  const address = `localhost:${port}?tls=true`
  return {
    as: (account: string) => `esdb://${account}@${address}&tlsCAFile=${ca}`,
    nobody: `esdb://${address}&tlsCAFile=${ca}`,
    untrusted: `esdb://admin:secret@${address}`,
  }
}
