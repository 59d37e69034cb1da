import { test } from 'tap'
import { unknownProxyText } from '#gateway/middleware/unknown-proxy.ts'
import { weakPasswordText } from '#access/passwords/weak-password.ts'
import { runDemo, setUpText } from './set-up.ts'

const { signal } = new AbortController()

test('a demo on a system in use explains how to log in, and succeeds', async (t) => {
  const said = t.capture(console, 'log')
  const complained = t.capture(console, 'error')
  const demoOn = { account: {}, hasAccounts: true, isGenerated: false }
  await runDemo('http://127.0.0.1:1', demoOn, signal)
  t.same(complained(), [])
  const text = said()
    .flatMap(({ args }) => args)
    .join('\n')
  t.match(text, /i bruk fra før/)
  t.match(text, /npm run access -- list/)
  t.match(text, /npm run access -- reset <brukernavn>/)
})

test('a demo that cannot log in explains how to log in', async (t) => {
  const complained = t.capture(console, 'error')
  const account = { ADMIN_USERNAME: 'kari', ADMIN_PASSWORD: 'feil' }
  const demoOn = { account, hasAccounts: true, isGenerated: false }
  await runDemo('http://127.0.0.1:1', demoOn, signal)
  t.match(
    complained()
      .flatMap(({ args }) => args)
      .join('\n'),
    /npm run access -- reset/,
  )
})

test('the link to the first administrator is the address that people use', async (t) => {
  const dataDir = t.testdir({ 'set-up-code': 'abc\n' })
  const here = 'http://127.0.0.1:3000'
  t.match(
    setUpText({ dataDir, publicUrl: undefined }, here),
    /\n  http:\/\/127.0.0.1:3000\/oppsett#abc$/,
  )
  const publicUrl = 'https://stykkliste.firma.no/'
  t.match(
    setUpText({ dataDir, publicUrl }, here),
    /\n  https:\/\/stykkliste.firma.no\/oppsett#abc$/,
  )
})

test('a weak ADMIN_PASSWORD is reported on the console', async (t) => {
  const weak = (ADMIN_PASSWORD: string) =>
    weakPasswordText({ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD })
  t.match(weak('admin123'), /^ADMIN_PASSWORD er svakt: Passordet må ha minst 15 tegn\./)
  t.equal(weak('Riktig-hest-batteri-22'), null)
  t.equal(weakPasswordText({}), null)
})

test('an unknown proxy is reported on the console', async (t) => {
  const PUBLIC_URL = 'https://stykkliste.firma.no'
  t.match(unknownProxyText({ PUBLIC_URL }), /TRUST_PROXY er ikke satt/)
  t.match(unknownProxyText({ PUBLIC_URL, TRUST_PROXY: [] }), /TRUST_PROXY er ikke satt/)
  t.equal(unknownProxyText({ PUBLIC_URL, TRUST_PROXY: '10.0.0.1' }), null)
  t.equal(unknownProxyText({ PUBLIC_URL: 'http://stykkliste.firma.no' }), null)
  t.equal(unknownProxyText({}), null)
})
