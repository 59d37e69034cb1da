import { z } from 'zod'
import { damageOf, FileDamaged, type Damage } from '#command/objects/damage.ts'
import { objectEnvironment, storeFor } from '#command/objects/open.ts'
import { isFileName, type FileStore } from '#command/objects/store.ts'
import { nameIn } from '#command/item/references.ts'
import { referredFiles, type ReferredFile } from '#projector/catalogue/referred-files.ts'

type Wrong = Damage | 'missing'
const words: Record<Wrong, string> = {
  missing: 'filen er borte',
  facts: 'opplysningene om filen er uleselige',
  size: 'filen har en annen lengde enn da den kom',
  content: 'filen har et annet innhold enn da den kom',
}

const wrongWith = async (store: FileStore, name: string): Promise<Wrong | null> => {
  try {
    const found = await store.find(name)
    return found ? await damageOf(store, found) : 'missing'
  } catch (error) {
    if (error instanceof FileDamaged) return error.damage
    throw error
  }
}

/** Reads every file that a record names and says which are not as they came; true if all are. */
export const verifyFiles = async (
  databaseUrl: string,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> => {
  const store = storeFor({ ...z.object(objectEnvironment).parse(env), DATA_DIR: dataDir })
  const users = Map.groupBy(
    (await referredFiles(databaseUrl)).filter(({ path }) => isFileName(nameIn(path))),
    ({ path }) => nameIn(path),
  )
  let damaged = 0
  for (const [name, uses] of users) {
    const wrong = await wrongWith(store, name)
    if (!wrong) continue
    damaged++
    console.log(`SKADET ${uses[0]!.path}: ${words[wrong]}. Brukt av ${uses.map(userOf).join(', ')}`)
  }
  console.log(
    damaged === 0
      ? `Filene er hele: ${users.size} kontrollert.`
      : `${damaged} av ${users.size} filer er skadet eller borte. Hent dem fra en sikkerhetskopi.`,
  )
  return damaged === 0
}

const userOf = ({ entity, id, label }: ReferredFile) => `${entity.noun.one} ${id} (${label})`
