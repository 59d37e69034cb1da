import { execFileSync } from 'node:child_process'
import { test } from 'tap'

const west = (script: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TZ: 'America/New_York' },
    encoding: 'utf8',
  })

test('a day is the same in every time zone, and an instant is in that of the browser', async (t) => {
  const shown = west(`
    const { date, day, dayOrTime } = await import('./format.ts')
    console.log(date('2027-01-01'), dayOrTime('2027-01-01'), day('2027-01-01'))
    console.log(date('2027-01-01T03:00:00.000Z'), date('i går'))`)
  t.equal(shown, '1. jan. 2027 1. jan. 2027 1. januar 2027\n31. des. 2026 i går\n')
})
