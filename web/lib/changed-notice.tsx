import type { MouseEvent } from 'react'
import type { EntityName } from '#contracts/entity.ts'
import { Button } from './button.tsx'
import { useChanged } from './changes.ts'
import { refreshHere } from './refresh.ts'

const renew = ({ currentTarget }: MouseEvent) => {
  // The button disappears, so move the focus to the notice.
  currentTarget.closest('output')?.focus()
  void refreshHere()
}

const places = {
  list: {
    text: 'Listen er endret av andre.',
    look: 'fixed inset-x-0 bottom-[calc(1rem+var(--toast,0px)+var(--notice,0px))]',
  },
  dialog: { text: 'Endret av andre.', look: 'sticky bottom-4' },
}

type Props = { over: keyof typeof places; of: EntityName; id?: number | string }

/** Says that other users have changed the data. Overlaps the bottom of the content, so that nothing moves. */
export const ChangedNotice = ({ over, of, id }: Props) => (
  <output
    tabIndex={-1}
    className={`pointer-events-none z-10 flex h-0 shrink-0 items-end justify-center outline-none ${places[over].look}`}
  >
    {useChanged(of, id) && (
      <p className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 shadow-floating">
        {places[over].text}
        <Button small onClick={renew}>
          Vis endringene
        </Button>
      </p>
    )}
  </output>
)
