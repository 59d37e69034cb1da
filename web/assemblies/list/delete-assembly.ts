import { assembly as entity } from '#contracts/catalogue/assembly.ts'
import { messageOf, remove } from '../../lib/api.ts'
import { confirmedDelete } from '../../lib/confirm.ts'
import { refreshEntity } from '../../lib/refresh.ts'
import { toast } from '../../lib/toasts.tsx'
import { assemblyPath } from '../api.ts'
import type { Assembly } from '../assembly.ts'

const deleteQuestion = (name: string): string =>
  `Er du sikker på at du vil slette sammenstillingen "${name}"? Dette vil også fjerne alle tilknyttede komponenter, motorer og sensorer.`

/** Asks first. `busy` frames the request. */
export const deleteAssembly = async (
  { id, name }: Assembly,
  busy: (deleting: boolean) => void,
): Promise<void> => {
  if (!confirmedDelete(entity, deleteQuestion(name))) return
  busy(true)
  try {
    await remove(assemblyPath(id))
    await refreshEntity(entity.name)
    toast({ title: 'Suksess', text: 'Sammenstilling slettet' })
  } catch (error) {
    const text = messageOf(error, 'Kunne ikke slette sammenstilling')
    toast({ title: 'Feil', text, destructive: true })
  } finally {
    busy(false)
  }
}
