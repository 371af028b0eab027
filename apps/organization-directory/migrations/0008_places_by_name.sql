-- Index for finding an organization's documents and folders by the beginning of their name, ignoring case. An entry holds at most 128
-- characters, because the size of an index entry is limited.
create index documents_by_name on documents (api_key_id, organization_ref, (lower(left(document_name, 128)) collate "C"), document_id);
create index folders_by_name on folders (api_key_id, organization_ref, (lower(left(folder_name, 128)) collate "C"), folder_id);
