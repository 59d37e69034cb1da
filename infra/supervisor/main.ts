import { once } from 'node:events'
import { weakPasswordText } from '#access/passwords/weak-password.ts'
import { unknownProxyText } from '#gateway/middleware/unknown-proxy.ts'
import { configuration } from './configuration.ts'
import { connectDirectly } from '../direct-connections.ts'
import { firstAccount, runDemo, setUpText } from './set-up.ts'
import { checkSettingsOfServices, misspeltTexts } from './settings-of-services.ts'
import { stopSignal } from './stop-signal.ts'
import { startSystem } from './system.ts'

export const main = async (
  env: NodeJS.ProcessEnv,
  options: { readonly demo?: boolean | undefined },
): Promise<void> => {
  connectDirectly()
  const signal = stopSignal(env)
  const asked = once(signal, 'abort')
  try {
    const config = configuration(env, options)
    checkSettingsOfServices(env)
    for (const text of misspeltTexts(env)) console.error(text)
    const account = firstAccount(env, config)
    const system = await startSystem(config, account, signal)
    console.log(`Stykkliste er klar på ${system.address}`)
    const weak = weakPasswordText(account)
    if (weak) console.error(weak)
    const unknownProxy = unknownProxyText(env)
    if (unknownProxy) console.error(unknownProxy)
    const text = setUpText(config, system.address)
    if (text) console.log(text)
    const demoOn = { account, hasAccounts: text === null, isGenerated: !env['ADMIN_PASSWORD'] }
    if (config.demo) await Promise.race([runDemo(system.address, demoOn, signal), asked])
    await asked
    console.log('Avslutter ...')
    await system.stop()
    console.log('Stykkliste er stoppet.')
  } catch (error) {
    if (!signal.aborted) {
      console.error(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    }
  }
  process.exit()
}
