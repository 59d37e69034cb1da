import { useState } from 'react'
import { test } from 'tap'
import { fireEvent, screen, show } from '../testing/screen.tsx'
import { pageAsOf, readAsOf } from '../lib/as-of.ts'
import { useMay } from '../session/session.ts'
import { AsOfButton, AtInstant } from './as-of.tsx'

const at = (address: string) => history.replaceState(null, '', address)
const Allowed = () => <p>{useMay('edit') ? 'kan endre' : 'kan lese'}</p>

test('reads use the instant in the address, and links keep it', async (t) => {
  show(t, <p />)
  t.equal(readAsOf('/api/componenttypes?limit=1'), '/api/componenttypes?limit=1')
  at('/components?asOf=2026-03-01&q=x')
  t.equal(readAsOf('/api/componenttypes?limit=1'), '/api/componenttypes?limit=1&asOf=2026-03-01')
  t.equal(readAsOf('/api/counts'), '/api/counts?asOf=2026-03-01')
  t.equal(readAsOf('/api/pricing?asOf=2025-01-01'), '/api/pricing?asOf=2025-01-01', 'its own')
  t.equal(
    readAsOf('/api/assemblytypes/1/compare/2'),
    '/api/assemblytypes/1/compare/2?asOf=2026-03-01&otherAsOf=2026-03-01',
  )
  for (const now of ['/api/session', '/api/motortypes/1/history?limit=50', '/api/journal'])
    t.equal(readAsOf(now), now)
  t.equal(pageAsOf('/suppliers'), '/suppliers?asOf=2026-03-01')
})

const InThePast = () => {
  useState(() => at('/?asOf=2026-03-01'))
  return (
    <AtInstant>
      <Allowed />
    </AtInstant>
  )
}

test('the page says that it shows the past, and nothing can be edited', async (t) => {
  show(t, <InThePast />)
  t.ok(screen.getByText(/slik det var registrert per 1. mars 2026/))
  t.ok(screen.getByText('kan lese'))
})

test('who may not see the past is told so, and can go to today', async (t) => {
  show(t, <InThePast />, {}, 'leser')
  t.ok(screen.getByText(/^Lenken viser en annen dag enn i dag, og det har du ikke tilgang til/))
  t.notOk(screen.queryByText(/slik det var registrert/))
  t.ok(screen.getByRole('button', { name: 'Vis i dag' }))
})

const InTheJournal = () => {
  useState(() => at('/revisjon?asOf=2026-03-01'))
  return <AtInstant>{null}</AtInstant>
}

test('the journal, which holds all changes, does not claim to show the past', async (t) => {
  show(t, <InTheJournal />)
  t.ok(
    screen.getByText(/^Denne siden viser alt til nå, de andre slik det var registrert per 1. mars/),
  )
})

test('an address with no real instant shows no page, but says so', async (t) => {
  for (const written of [
    'tull',
    '2026-02-31',
    '2026-13-01',
    '2026-3-1',
    '0000-01-01',
    '2026-03-01T10',
  ])
    await t.test(written, async (u) => {
      const Page = () => {
        useState(() => at(`/?asOf=${written}`))
        return (
          <>
            <AtInstant>
              <Allowed />
            </AtInstant>
            <AsOfButton />
          </>
        )
      }
      const { user } = show(u, <Page />)
      u.ok(screen.getByText(`«${written}» er ingen dato`))
      u.ok(screen.getByRole('button', { name: 'Vis i dag' }))
      u.equal(screen.queryByText(/^kan/), null)
      await user.click(screen.getByRole('button', { name: 'Vis per dato' }))
      u.equal((await screen.findByLabelText('Dato')).getAttribute('value'), '')
    })
})

test('a day to come is not shown either', async (t) => {
  const Page = () => {
    useState(() => at('/?asOf=2999-01-01'))
    return <AtInstant>siden</AtInstant>
  }
  show(t, <Page />)
  t.ok(screen.getByText('1. jan. 2999 er ikke kommet ennå'))
  t.equal(screen.queryByText('siden'), null)
})

test('a day, and an instant of any offset, are shown; nothing is now', async (t) => {
  const shown = (query: string) =>
    t.test(query, async (u) => {
      const Page = () => {
        useState(() => at(`/${query}`))
        return <AtInstant>siden</AtInstant>
      }
      show(u, <Page />)
      u.ok(screen.getByText('siden'))
    })
  for (const query of ['', '?asOf=', '?asOf=2024-02-29', '?asOf=2026-03-01T10:00:00.5Z'])
    await shown(query)
  await shown(`?asOf=${encodeURIComponent('2026-03-01T10:00:00+02:00')}`)
})

test('the dialog begins with the time that is shown', async (t) => {
  for (const [instant, time] of [
    [new Date('2026-03-01T10:30').toISOString(), '10:30:00'],
    ['2026-03-01', ''],
  ] as const)
    await t.test(instant, async (u) => {
      const Page = () => {
        useState(() => at(`/?asOf=${instant}`))
        return <AsOfButton />
      }
      const { user } = show(u, <Page />)
      await user.click(screen.getByRole('button', { name: 'Vis per dato' }))
      u.equal((await screen.findByLabelText('Dato')).getAttribute('value'), '2026-03-01')
      u.equal(screen.getByLabelText('Klokkeslett (valgfritt)').getAttribute('value'), time)
    })
})

test('a future day is refused', async (t) => {
  const { user } = show(t, <AsOfButton />)
  await user.click(screen.getByRole('button', { name: 'Vis per dato' }))
  const shown = async (day: string) => {
    fireEvent.change(await screen.findByLabelText('Dato'), { target: { value: day } })
    await user.click(screen.getByRole('button', { name: 'Vis' }))
    return (await screen.findByRole('alert')).textContent
  }
  t.match(await shown(''), 'Velg en dato')
  t.match(await shown('2999-01-01'), 'har vært')
})

test('a user who may not see the past is not offered it', async (t) => {
  show(t, <AsOfButton />, {}, 'leser')
  t.equal(screen.queryByRole('button'), null)
})
