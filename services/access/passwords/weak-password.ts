import { passwordProblem } from './password-rules.ts'

type Environment = {
  readonly ADMIN_USERNAME?: string | undefined
  readonly ADMIN_PASSWORD?: string | undefined
}

/** A warning to print at the start; null if the first administrator's password is good enough or not given. */
export const weakPasswordText = ({
  ADMIN_USERNAME: username,
  ADMIN_PASSWORD: password,
}: Environment): string | null => {
  if (!username || !password) return null
  const problem = passwordProblem(password, { username, name: username, role: 'administrator' })
  return (
    problem &&
    `ADMIN_PASSWORD er svakt: ${problem}. Bytt passordet under Min konto, og ta variabelen bort.`
  )
}
