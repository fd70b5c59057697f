// Narrows the rule browser's list to the rules whose number or words have every word typed.
const field = document.getElementById('rule-search');
const count = document.getElementById('rule-count');
const rules = [...document.querySelectorAll('.rule-list li')].map((item) => [item, item.textContent.toLowerCase()]);

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const [item, text] of rules) {
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) shown += 1;
  }
  count.textContent = `${shown} of ${rules.length} rules`;
}

field.addEventListener('input', narrow);
field.value = decodeURIComponent(location.hash.slice(1));
narrow();
