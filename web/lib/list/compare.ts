/** Numbers inside text count as numbers ('M8' before 'M12'), and case does not count. */
export const norwegian = new Intl.Collator('nb-NO', { numeric: true, sensitivity: 'base' })
