import { Check, Pencil } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Link, useLocation } from 'wouter'
import type { ListedView } from '#contracts/access-answers.ts'
import { remove, save } from '../../api.ts'
import { asOf } from '../../as-of.ts'
import { attempt } from '../../attempt.ts'
import { IconButton, RemoveButton } from '../../button.tsx'
import { linkLook } from '../../record-link.tsx'

type Props = { view: ListedView; onChanged: () => void; onClose: () => void }

type NameProps = { name: string; onRename: (name: string) => void; onCancel: () => void }

const NameForm = ({ name, onRename, onCancel }: NameProps) => {
  const [text, setText] = useState(name)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Otherwise the dialog would close.
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  return (
    <form
      className="flex flex-1 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        onRename(text.trim())
      }}
    >
      <input
        // The user has just pressed the button that was here, so autofocus does not move the focus unexpectedly.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        aria-label={`Nytt navn på ${name}`}
        className="control"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <IconButton
        type="submit"
        label="Lagre navnet"
        icon={<Check />}
        disabled={text.trim() === ''}
      />
    </form>
  )
}

export const ViewRow = ({ view, onChanged, onClose }: Props) => {
  const { id, name, address, shared, createdBy, mayChange } = view
  const [isRenaming, setIsRenaming] = useState(false)
  const [location] = useLocation()
  const path = `/api/access/views/${id}`
  const rename = (to: string) =>
    attempt(async () => {
      await save('PUT', path, { name: to })
      setIsRenaming(false)
      onChanged()
    }, 'Kunne ikke gi visningen nytt navn')
  const removeView = () =>
    attempt(async () => {
      if (!confirm(`Er du sikker på at du vil slette visningen «${name}»?`)) return
      await remove(path)
      onChanged()
    }, 'Kunne ikke slette visningen')
  return (
    <li className="flex min-h-10 items-center gap-2">
      {isRenaming ? (
        <NameForm
          name={name}
          onRename={(to) => void rename(to)}
          onCancel={() => setIsRenaming(false)}
        />
      ) : (
        <span className="min-w-0 flex-1 break-words">
          <Link href={`${location}?${address}`} className={linkLook} onClick={onClose}>
            {name}
          </Link>
          {shared && <span className="text-sm text-muted"> av {createdBy}</span>}
        </span>
      )}
      {mayChange && !isRenaming && asOf() === null && (
        <>
          <IconButton
            label={`Gi ${name} nytt navn`}
            icon={<Pencil />}
            onClick={() => setIsRenaming(true)}
          />
          <RemoveButton label={`Slett ${name}`} onClick={() => void removeView()} />
        </>
      )}
    </li>
  )
}
