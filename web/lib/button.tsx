import { Trash2 } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

const looks = {
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong/50 bg-surface text-ink hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'border border-transparent bg-danger text-on-danger hover:opacity-90',
}

type Variant = {
  look?: keyof typeof looks | undefined
  icon?: ReactNode
  small?: boolean | undefined
}

const buttonClass = ({ look = 'secondary', small = false }: Variant, className = '') =>
  `inline-flex print:hidden shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 ${small ? 'h-7 px-2 text-sm' : 'h-9 px-3'} ${looks[look]} ${className}`

export type ButtonProps = ComponentProps<'button'> & Variant

/** Also submits nothing. */
const doNothing = (event: MouseEvent) => event.preventDefault()

/** Use `aria-disabled` to keep the focus, which a disabled button loses. */
export const Button = ({ look, icon, small, className, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    className={buttonClass({ look, small }, className)}
    {...rest}
    onClick={rest['aria-disabled'] ? doNothing : rest.onClick}
  >
    {icon}
    {children}
  </button>
)

type LinkProps = ComponentProps<'a'> & { icon: ReactNode }

export const ButtonLink = ({ icon, children, ...rest }: LinkProps) => (
  <a className={`max-sm:min-h-11 pointer-coarse:min-h-11 ${buttonClass({})}`} {...rest}>
    {icon}
    {children}
  </a>
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  destructive?: boolean
}

export const IconButton = ({
  label,
  icon,
  destructive = false,
  className = '',
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={`inline-grid print:hidden size-8 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 ${destructive ? 'hover:text-danger' : 'hover:text-ink'} ${className}`}
    {...rest}
  >
    {icon}
  </button>
)

export const RemoveButton = (props: Omit<IconButtonProps, 'icon' | 'destructive'>) => (
  <IconButton icon={<Trash2 />} destructive {...props} />
)
