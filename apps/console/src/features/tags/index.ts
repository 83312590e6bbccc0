export { TagsEditor, TagsSection } from './tags-section.tsx';
