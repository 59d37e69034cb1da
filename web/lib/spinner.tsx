import { LoaderCircle } from 'lucide-react'

export const Spinner = () => <LoaderCircle className="size-4 animate-spin" />

export const Loading = ({ text = 'Laster...', className = '' }) => (
  <output className={`flex items-center gap-2 text-muted ${className}`}>
    <Spinner /> {text}
  </output>
)
