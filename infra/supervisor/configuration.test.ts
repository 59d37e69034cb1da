import { test } from 'tap'
import { configuration } from './configuration.ts'

test('an invalid environment is refused with a message', async (t) => {
  const wrong: readonly [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: '70000' }, /PORT må være et tall fra 1 til 65535/],
    [{ PORT: 'http' }, /PORT må være et tall/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL må begynne med postgres/],
    [{ EVENTSTORE_URL: 'http://x' }, /EVENTSTORE_URL må begynne med esdb/],
    [{ EVENTSTORE_URL: 'esdb://' }, /EVENTSTORE_URL må begynne med esdb/],
    [{ DATABASE_URL: 'postgres://a:b#c@db/x' }, /DATABASE_URL er ingen adresse.*%23/],
    [{ PUBLIC_URL: 'https://firma.no/stykkliste' }, /^PUBLIC_URL må være en adresse uten sti/],
    [{ DATA_DIR: '~/data' }, /DATA_DIR kan ikke begynne med ~/],
    [{ METRICS_PORT: '3000' }, /METRICS_PORT og PORT kan ikke være samme port/],
    [{ WEB_BUILD: 'nei' }, /WEB_BUILD kan bare være off/],
    [{ ADMIN_USERNAME: 'admin' }, /må oppgis sammen/],
    [
      { EVENTSTORE_URL: 'esdb://x?tls=true&tlsCAFile=/finnes/ikke' },
      /Finner ikke filen \/finnes\/ikke/,
    ],
  ]
  for (const [env, message] of wrong) t.throws(() => configuration(env), { message })
  t.match(configuration({ PORT: '' }, { demo: true }), {
    host: '127.0.0.1',
    port: 3000,
    demo: true,
  })
})
