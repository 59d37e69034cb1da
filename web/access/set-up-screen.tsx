import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import useSWR from 'swr'
import { z } from 'zod'
import type { LinkPerson } from '#contracts/access-answers.ts'
import { text } from '#contracts/fields.ts'
import { TextField } from '../fields/basic-controls.tsx'
import { save } from '../lib/api.ts'
import { ApiError, messageOf } from '../lib/api-error.ts'
import { Alert } from '../lib/alert.tsx'
import { SubmitButton } from '../lib/dialog-buttons.tsx'
import { useSubmit } from '../form/submit.ts'
import { useAutofocus } from '../form/use-autofocus.ts'
import { useCheckedForm } from '../form/use-checked-form.ts'
import { useWindowTitle } from '../lib/window-title.ts'
import { NotRead } from '../lib/loaded.tsx'
import { Loading } from '../lib/spinner.tsx'
import { EntryFrame } from '../session/entry-frame.tsx'
import { newPassword, newPasswordFields, passwordMismatch } from './passwords.ts'

type Values = { name: string; username: string; password: string; repeated: string }

const codePath = '/api/access/code'
const ownFields = {
  name: text('Navn', { required: true, max: 200 }),
  username: text('Brukernavn', { required: true, max: 200 }),
}
const empty: Values = { name: '', username: '', password: '', repeated: '' }

const headings: Record<LinkPerson['purpose'], { title: string; text: string }> = {
  first: {
    title: 'Velkommen til Stykkliste',
    text: 'Opprett den første administratoren. Andre brukere inviteres etterpå.',
  },
  invited: { title: 'Velkommen til Stykkliste', text: 'Velg et passord for kontoen din.' },
  reset: { title: 'Nytt passord', text: 'Velg et nytt passord for kontoen din.' },
}

const schemaOf = ({ purpose, minimumLength }: LinkPerson) => {
  const filled = z.string().trim().min(1).max(200)
  const own = purpose === 'first' ? filled : z.string()
  return z
    .object({
      name: own,
      username: own,
      password: newPassword(minimumLength),
      repeated: z.string(),
    })
    .refine(({ password, repeated }) => password === repeated, passwordMismatch)
}

const Form = ({ code, person }: { code: string; person: LinkPerson }) => {
  const form = useCheckedForm<Values>({ schema: schemaOf(person), defaultValues: empty })
  const first = person.purpose === 'first'
  const send = async ({ name, username, password }: Values) => {
    const own = first ? { name: name.trim(), username: username.trim() } : {}
    await save('PUT', codePath, { code, password, ...own })
  }
  // Replaces the page, so that the code is not kept in the address or the history.
  const { busy, submit } = useSubmit(form, send, () => location.replace('/'))
  const body = useAutofocus<HTMLFormElement>()
  const { title, text: explanation } = headings[person.purpose]
  const fields = {
    ...(first && ownFields),
    ...newPasswordFields('password', 'Passord', person.minimumLength),
  }
  return (
    <FormProvider {...form}>
      <form ref={body} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="mt-1 text-muted">{explanation}</p>
        </div>
        {!first && (
          <p className="rounded-md bg-sunken px-3 py-2">
            {person.name} <span className="text-muted">({person.username})</span>
          </p>
        )}
        {Object.entries(fields).map(([name, field]) => (
          <TextField key={name} name={name} field={field} />
        ))}
        {form.formState.errors.root && <Alert>{form.formState.errors.root.message}</Alert>}
        <SubmitButton text="Lagre og logg inn" busyText="Lagrer..." busy={busy} />
      </form>
    </FormProvider>
  )
}

/** Otherwise the link may be good. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status)

const SetUp = () => {
  const [code] = useState(() => location.hash.slice(1))
  const { data, error, ...answer } = useSWR<LinkPerson, unknown>(
    code ? [codePath, code] : null,
    () => save<LinkPerson>('POST', codePath, { code }),
  )
  useWindowTitle('page', 'Oppsett')
  if (data) return <Form code={code} person={data} />
  if (code && !error) return <Loading />
  if (code && !isRefused(error))
    return (
      <>
        <h1 className="mb-1 text-xl font-semibold">Kunne ikke kontrollere lenken</h1>
        <NotRead {...answer} error={error} />
      </>
    )
  return (
    <>
      <h1 className="text-xl font-semibold">Lenken kan ikke brukes</h1>
      <p role="alert" className="mt-1 mb-4 text-muted">
        {code ? messageOf(error) : 'Lenken er ikke fullstendig. Kopier den på nytt.'}
      </p>
      <a href="/" className="text-accent underline">
        Gå til innlogging
      </a>
    </>
  )
}

/** The target of one-time links. The code is in the fragment, which browsers never send, so no log contains it. */
export const SetUpScreen = () => (
  <EntryFrame>
    <SetUp />
  </EntryFrame>
)
