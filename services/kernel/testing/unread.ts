import { createApp } from '../app.ts'

/** A service that logs while it stops, after its reader has gone. */
const app = await createApp({ name: 'ulest', health: () => null, token: 'ulest' })
process.stdin.once('end', () => {
  for (let line = 0; line < 10; line++) app.log.info({ line }, 'stopping')
  process.exit(0)
})
process.stdin.resume()
process.stderr.write('ready')
