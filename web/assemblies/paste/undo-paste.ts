import { count } from '../../lib/format.ts'
import { toast } from '../../lib/toasts.tsx'
import { submitChange } from '../shared/submit-change.ts'
import { takeBack, type Pasted } from './lines-api.ts'

export const pastedText = ({ count: lines }: Pasted): string =>
  lines === 1 ? '1 linje er lagt til' : `${count(lines)} linjer er lagt til`

/** True when all of it is taken back. */
export const undoPaste = (assemblyId: number, pasted: Pasted): Promise<boolean> =>
  submitChange({
    send: async () => {
      if (!(await takeBack(assemblyId, pasted))) throw new Error('It was changed since')
    },
    done: { title: 'Angret', text: 'Stykklisten er som før.' },
    failed: 'Kunne ikke angre: Noe av det er endret siden.',
  })

/** Says once more what was added, and offers the way back, where nothing else does any longer. */
export const tellPasted = (assembly: { id: number; name: string }, pasted: Pasted): void =>
  toast({
    title: 'Suksess',
    text: `${pastedText(pasted)} i «${assembly.name}»`,
    action: { label: 'Angre', onSelect: () => void undoPaste(assembly.id, pasted) },
  })
