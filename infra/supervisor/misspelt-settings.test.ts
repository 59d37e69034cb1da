import { test } from 'tap'
import { misspeltTexts, settingNames } from './settings-of-services.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './configuration.ts'

test('a misspelt setting is named with the one that was meant', async (t) => {
  const env = {
    REQUIRE_TOPT: 'administrator',
    TRUST_PROXYS: '10.0.0.1',
    PUBLICURL: 'https://a.no',
    RATE_LIMIT_PER_SECOND: '1',
    METRICS_HOST: '::1',
    S3_TEST_BUCKET: 'b',
    POST: 'x',
    XDG_DATA_DIRS: '/usr/share',
    PATH: '/bin',
  }
  t.same(misspeltTexts(env), [
    'REQUIRE_TOPT er ingen innstilling, og leses ikke. Mente du REQUIRE_TOTP?',
    'TRUST_PROXYS er ingen innstilling, og leses ikke. Mente du TRUST_PROXY?',
    'PUBLICURL er ingen innstilling, og leses ikke. Mente du PUBLIC_URL?',
  ])
})

test('every documented setting is known', async (t) => {
  const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8')
  const [, settings = ''] = /## Settings\n(.*?)\n## /s.exec(page) ?? []
  const documented = [...settings.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])`/g)].map(
    ([, name]) => name!,
  )
  t.ok(documented.length > 30)
  t.same(
    documented.filter((name) => !settingNames.includes(name) && !/^(OTEL|NODE)_/.test(name)),
    [],
  )
})
