export const experienceInputs = [
  { name: 'title', label: 'Job Title', required: true, autoComplete: 'organization-title' },
  { name: 'company', label: 'Company', required: true, autoComplete: 'organization' },
  { name: 'location', label: 'Location' },
]

export const educationInputs = [
  { name: 'school', label: 'School', required: true },
  { name: 'degree', label: 'Degree', required: true },
  { name: 'fieldofstudy', label: 'Field of Study' },
]
