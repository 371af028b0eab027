
    -- For the users of any document of an organization, each once.
    -- The condition is written so that only the statement that says the same takes it: for those that look for one document it is the wrong one.
    create index memberships_of_documents on memberships (api_key_id, organization_id, user_id) where kind || '' = 'document';
  