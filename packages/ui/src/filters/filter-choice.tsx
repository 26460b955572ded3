export interface FilterChoiceProps {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A drop-down that includes its name: "Status: all". Uses the native select, which works with touch and keyboard. */
export function FilterChoice({ label, options, value, onChange }: FilterChoiceProps) {
  return (
    <label className="tg-filter-choice" data-part="filter-choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
