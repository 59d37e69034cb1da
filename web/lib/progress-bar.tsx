import type { ComponentProps } from 'react'

export const ProgressBar = ({ className, ...rest }: ComponentProps<'progress'>) => (
  <progress
    className={`h-1.5 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent ${className}`}
    {...rest}
  />
)
