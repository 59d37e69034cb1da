import { useState } from 'react'
import { Button } from '../lib/button.tsx'
import { useWindowEvent } from '../lib/use-window-event.ts'
import { Cover } from './cover.tsx'
import { userKey, type SessionUser } from './session.ts'

/** What this window saves would bear the name of who logged in last. */
export const OtherUser = ({ user: { username, name } }: { user: SessionUser }) => {
  const [last, setLast] = useState(username)
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key === userKey && newValue !== null) setLast(newValue)
  })
  if (last === username) return null
  return (
    <Cover label="En annen er logget inn" focus="button">
      <div className="grid min-h-dvh place-items-center p-4 text-center">
        <div>
          <h1 className="text-xl font-semibold">En annen er logget inn</h1>
          <p className="mt-1 mb-4 text-muted">
            I et annet vindu er «{last}» logget inn, og {name} er ikke det lenger.
          </p>
          <Button onClick={() => location.reload()}>Last inn på nytt</Button>
        </div>
      </div>
    </Cover>
  )
}
