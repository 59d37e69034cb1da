import { argon2Sync } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { TOTP } from 'otpauth'
import { test } from 'tap'
import { newUsername, personName } from '../accounts/names.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { base32, createSecret, stepOf, uriOf } from './totp.ts'
import { browserName } from '../store/visitor.ts'

const kari = {
  username: 'kari.nordmann@firma.no',
  name: 'Kari Nordmann',
  role: 'redaktør',
} as const

test('passwords are judged by how hard they are to guess', async (t) => {
  const weak = [
    'Stykkliste123!!',
    'passordpassord',
    'P@ssw0rd123456',
    '123456789012345',
    'aaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    'qwertyuiop12345',
    'Sommer2026!!!!!',
    'KariNordmann1990',
    'firma-admin-2026',
    'Velkommen123456!',
    '1q2w3e4r5t6y7u8i',
    'P@ssw0rd2026!!ab',
    'correct horse battery staple',
    'lillehammer1994',
  ]
  for (const password of weak)
    t.match(passwordProblem(password, kari), /for lett å gjette/, password)
  const strong = [
    'fire ulike ord uten mening',
    'Bare-for-denne-prøven-42',
    'kornåker vindu tolv sko',
    'xK9$mQ2!vL7#',
    'blåbærsyltetøy på torsdag',
  ]
  for (const password of strong) t.equal(passwordProblem(password, kari), null, password)
})

test('passwords have a minimum length by role, and a maximum length', async (t) => {
  const admin = { ...kari, role: 'administrator' } as const
  t.match(passwordProblem('xK9$mQ2!vL7', kari), /minst 12 tegn/)
  t.match(passwordProblem('xK9$mQ2!vL7#tu', admin), /minst 15 tegn/)
  t.equal(passwordProblem('xK9$mQ2!vL7#tuz', admin), null)
  t.match(passwordProblem('🐢🐇'.repeat(5), kari), /minst 12 tegn/)
  t.equal(passwordProblem('korn åker vindu sko '.repeat(6), kari), null)
  t.match(passwordProblem('korn åker vindu sko '.repeat(7), kari), /lengre enn 128/)
})

test('a password matches its hash in every Unicode form', async (t) => {
  const hash = await hashPassword('blåbærsyltetøy')
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.ok(await isPassword('blåbærsyltetøy', hash))
  t.ok(await isPassword('blåbærsyltetøy'.normalize('NFD'), hash))
  t.notOk(await isPassword('blåbærsyltetøy ', hash))
  t.notOk(await isPassword('blåbærsyltetøy', null))
  t.not(await hashPassword('blåbærsyltetøy'), hash, 'salted')
  t.notOk(isOutdated(hash))
  t.ok(isOutdated(hash.replace('t=2', 't=1')))
})

test('argon2id matches RFC 9106', async (t) => {
  const tag = argon2Sync('argon2id', {
    message: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    parallelism: 4,
    tagLength: 32,
    memory: 32,
    passes: 3,
  })
  t.equal(tag.toString('hex'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659')
})

test('TOTP matches RFC 6238', async (t) => {
  const secret = Buffer.from('12345678901234567890')
  const vectors: readonly [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of vectors)
    t.equal(stepOf(secret, code, new Date(seconds * 1000)), Math.floor(seconds / 30))
  t.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  t.match(
    uriOf(secret, 'kari'),
    /^otpauth:\/\/totp\/Stykkliste:kari\?issuer=Stykkliste&secret=GEZDGNBV/,
  )
})

test('a code is valid in its 30 seconds and 5 seconds longer', async (t) => {
  const secret = createSecret()
  const at = (seconds: number) => new Date((100 * 30 + seconds) * 1000)
  const code = new TOTP({ secret: base32(secret) }).generate({ timestamp: at(0).getTime() })
  t.equal(stepOf(secret, code, at(0)), 100)
  t.equal(stepOf(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, at(29)), 100)
  t.equal(stepOf(secret, code, at(34)), 100)
  t.equal(stepOf(secret, code, at(36)), null)
  t.equal(stepOf(secret, code, at(-1)), null)
  t.equal(stepOf(secret, '', at(0)), null)
})

test('common passwords are refused with the usual substitutions too', async (t) => {
  const commonest = (dictionary['passwords-common'] as string[]).slice(0, 10_000)
  const dresses = [
    (word: string) => `${word}2026!!`,
    (word: string) => `${word}-${word}`,
    (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}12345!`,
    (word: string) => `${Array.from(word).reverse().join('')}1990`,
  ]
  const tried = commonest.filter((_, index) => index % 40 === 0)
  const accepted = dresses
    .flatMap((dress) => tried.map(dress))
    .filter((password) => passwordProblem(password, kari) === null)
  t.same(accepted, [])
})

test('browser and system are recognized from the user agent', async (t) => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
  t.equal(browserName(chrome), 'Chrome på Windows')
  t.equal(browserName(`${chrome} Edg/140.0`), 'Edge på Windows')
  t.equal(browserName('curl/8.5.0'), 'curl')
  t.equal(browserName(undefined), 'Ukjent')
})

test('user names contain no invisible or look-alike characters', async (t) => {
  for (const good of ['kari.nordmann@firma.no', 'Åse Ødegård', 'ola_2', "o'brien"])
    t.ok(newUsername.safeParse(good).success, good)
  for (const bad of ['admin\u200b', 'ad\u200bmin', '\u0430dmin', 'admin\u0007', '\u200b', ' '])
    t.notOk(newUsername.safeParse(bad).success, JSON.stringify(bad))
  t.equal(newUsername.parse(' ａｄｍｉｎ '), 'admin')
  t.notOk(personName.safeParse('\u200b').success, 'an invisible name')
  t.notOk(personName.safeParse('Kari\u001b').success)
})
