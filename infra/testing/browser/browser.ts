import { existsSync } from 'node:fs'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { unpackedChromium } from './unpack.ts'

// The pages of tests live for seconds: optimising their scripts takes longer than it saves.
const scripts = '--js-flags=--no-opt --no-maglev'
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', scripts]
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const packaged = async (): Promise<LaunchOptions | null> => {
  const found = await unpackedChromium()
  if (!found) return null
  const env = { ...process.env, LD_LIBRARY_PATH: found.libraries, FONTCONFIG_FILE: found.fonts }
  return {
    executablePath: found.executable,
    args: [...args, '--headless=shell'],
    env: env as Record<string, string>,
  }
}

const systemWide = (): LaunchOptions | null => {
  const executablePath = installed.find((path) => existsSync(path))
  return executablePath ? { executablePath, args } : null
}

/** CHROMIUM if set, else the npm package, else an installed browser. */
const launchOptions = async (): Promise<LaunchOptions | null> => {
  const { CHROMIUM: executablePath } = process.env
  return executablePath ? { executablePath, args } : ((await packaged()) ?? systemWide())
}

export const launchBrowser = async (): Promise<Browser | null> => {
  const options = await launchOptions()
  if (!options) return null
  try {
    return await chromium.launch(options)
  } catch (error) {
    const other = systemWide()
    if (!other) throw error
    return chromium.launch(other)
  }
}

export const noBrowser = 'Fant ingen nettleser: sett CHROMIUM til en Chromium eller Chrome'
