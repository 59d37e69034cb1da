export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden className="size-8 shrink-0 text-accent">
    <rect width="32" height="32" rx="7" fill="currentColor" />
    <g
      fill="none"
      className="stroke-on-accent"
      strokeWidth="2.2"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M9 9h5v5H9zM18 18h5v5h-5zM11.5 14v6.500H18M18 11.500h5" />
    </g>
  </svg>
)
