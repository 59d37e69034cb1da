import { messageOf } from './api.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import type { OlderList } from './use-older.ts'

type Props = { list: Pick<OlderList, 'error' | 'hasOlder' | 'reading' | 'readOlder' | 'mutate'> }

/** At the foot of a list that is read newest first. */
export const OlderButton = ({ list: { error, hasOlder, reading, readOlder, mutate } }: Props) => (
  <>
    {error !== undefined && (
      <p role="alert" className="text-center text-danger">
        {messageOf(error)}
      </p>
    )}
    {(hasOlder || error !== undefined) && (
      <Button
        className="self-center"
        disabled={reading}
        onClick={error === undefined ? readOlder : mutate}
      >
        {reading && <Spinner />}
        {error === undefined ? 'Vis eldre' : 'Prøv igjen'}
      </Button>
    )}
  </>
)
