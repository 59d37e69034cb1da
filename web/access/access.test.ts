import { test } from 'tap'
import type { ListedAccount } from '#contracts/access-answers.ts'
import { ApiError } from '../lib/api-error.ts'
import { failureIn, noLoginOptions, loginOptionsOf, wantsCode } from '../session/session.ts'
import { newPassword } from './passwords.ts'
import { countText, detailsText } from './log-table.tsx'
import { statusOf } from './user-columns.tsx'

const user: ListedAccount = {
  id: '1',
  username: 'kari',
  name: 'Kari Nordmann',
  role: 'leser',
  active: true,
  totp: false,
  hasPassword: true,
  oidc: false,
  invitedUntil: null,
  lockedUntil: null,
  sessions: 0,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastLoginAt: null,
}
const later = '2026-11-22T08:00:00.000Z'

test('the status shows the most important fact about an account', async (t) => {
  const text = (changes: Partial<ListedAccount>) => statusOf({ ...user, ...changes }).text
  t.equal(text({}), 'Aktiv')
  t.equal(text({ hasPassword: false, invitedUntil: later }), 'Venter på passord')
  t.equal(text({ hasPassword: false }), 'Uten passord', 'the invitation ran out')
  t.equal(text({ hasPassword: false, oidc: true }), 'Aktiv')
  t.equal(text({ lockedUntil: later }), 'Midlertidig låst')
  t.equal(text({ lockedUntil: later, active: false }), 'Deaktivert')
})

test('the password length counts visible characters', async (t) => {
  const rule = newPassword(12)
  t.equal(rule.safeParse('elleve tegn').success, false)
  t.equal(rule.safeParse('tolv tegn er').success, true)
  t.equal(rule.safeParse('😀'.repeat(6)).success, false)
  t.equal(rule.safeParse('a'.repeat(129)).success, false)
})

test('details of an event are read as words', async (t) => {
  t.equal(detailsText({ from: 'leser', to: 'redaktør', n: 2 }), 'fra: leser, til: redaktør, n: 2')
  t.equal(detailsText({ path: '/api/suppliers', method: 'POST' }), 'POST /api/suppliers')
  t.equal(detailsText({ reason: 'password' }), 'årsak: feil passord')
  t.equal(
    detailsText({ user: 'password', userId: 'a-1' }),
    'bruker: password',
    'a name is left as it is',
  )
  t.equal(detailsText({}), '')
  t.match(countText(14_890), /^14\s890 ganger på ett minutt$/)
})

test('the login page shows the options the server sends', async (t) => {
  const oidc = { label: 'Logg inn med jobbkonto', url: '/api/oidc' }
  const refused = new ApiError('x', 401, { details: { setUp: false, oidc, expired: true } })
  t.same(loginOptionsOf(refused), { setUp: false, oidc, expired: true })
  t.same(loginOptionsOf(new ApiError('x', 401)), noLoginOptions)
  t.ok(wantsCode(new ApiError('x', 401, { details: { needs: 'code' } })))
  t.notOk(wantsCode(refused))
})

test('a failed single sign-on is explained in words', async (t) => {
  t.match(failureIn('?feil=ukjent'), /ikke tilgang/)
  t.match(failureIn('?feil=<b>'), /avbrutt/)
  t.equal(failureIn('?q=feil'), undefined)
})
