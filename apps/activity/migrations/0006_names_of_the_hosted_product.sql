
    alter table annotations add column labels json;
    comment on column annotations.labels is 'names and types of status and priority, as far as they were given';

    alter table activities
      add column target_entity_id text collate "C",
      add column target_sub_entity_id text collate "C";

    -- A tagged user is told with the text by which the comment names them.
    update comments set tagged_users = (
      select json_agg(json_build_object('userId', u.tagged ->> 'userId', 'text', '', 'contact', u.tagged) order by u.position)
      from json_array_elements(tagged_users) with ordinality as u (tagged, position))
    where tagged_ids <> '{}';
  