import { main } from '../main.ts'

const fake = 'infra/supervisor/testing/fake-service.ts'
const programs = { eventstore: fake, projector: fake, command: fake, gateway: fake }

await main(process.env, {}, programs)
