import { openInstallation } from '../installation/installation.ts'
import type { Configuration } from './configuration.ts'

export const installationOf = ({ dataDir, databaseUrl, lostInstallation }: Configuration) =>
  openInstallation({ dataDir, isEmbedded: databaseUrl === undefined, lost: lostInstallation })
