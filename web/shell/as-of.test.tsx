import { useState } from 'react'
import { test } from 'tap'
import { fireEvent, screen, show } from '../testing/screen.tsx'
import { pageAsOf, readAsOf } from '../lib/as-of.ts'
import { useMay } from '../session/session.ts'
import { AsOfBanner, AsOfButton } from './as-of.tsx'

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
    <>
      <AsOfBanner />
      <Allowed />
    </>
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
  return <AsOfBanner />
}

test('the journal, which holds all changes, does not claim to show the past', async (t) => {
  show(t, <InTheJournal />)
  t.ok(
    screen.getByText(/^Denne siden viser alt til nå, de andre slik det var registrert per 1. mars/),
  )
})

test('an address with no real instant leaves the page standing', async (t) => {
  for (const [address, text] of [
    ['/?asOf=tull', /slik det var registrert per tull/],
    ['/?asOf=', null],
  ] as const)
    await t.test(address, async (u) => {
      const Page = () => {
        useState(() => at(address))
        return (
          <>
            <AsOfBanner />
            <AsOfButton />
          </>
        )
      }
      const { user } = show(u, <Page />)
      u.equal(screen.queryByText(text ?? /Viser alt/) !== null, text !== null)
      await user.click(screen.getByRole('button', { name: 'Vis per dato' }))
      u.equal((await screen.findByLabelText('Dato')).getAttribute('value'), '')
    })
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
