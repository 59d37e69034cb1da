type Props = { text: string; id?: string; className?: string }

/** What went wrong, told as it comes; nothing of nothing. */
export const Problem = ({ text, id, className = 'text-sm' }: Props) =>
  text !== '' && (
    <p id={id} role="alert" className={`text-danger ${className}`}>
      {text}
    </p>
  )
