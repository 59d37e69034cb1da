import { messageOf } from './api.ts'
import { Button } from './button.tsx'
import { Problem } from './alert.tsx'
import { Spinner } from './spinner.tsx'
import type { OlderList } from './use-older.ts'

type Props = { list: Pick<OlderList, 'error' | 'hasOlder' | 'reading' | 'readOlder' | 'mutate'> }

export const OlderButton = ({ list: { error, hasOlder, reading, readOlder, mutate } }: Props) => (
  <>
    <Problem text={error === undefined ? '' : messageOf(error)} className="text-center" />
    {(hasOlder || error !== undefined) && (
      <Button
        className="self-center"
        aria-disabled={reading}
        onClick={error === undefined ? readOlder : mutate}
      >
        {reading && <Spinner />}
        {error === undefined ? 'Vis eldre' : 'Prøv igjen'}
      </Button>
    )}
  </>
)
